from tests.server.people.test_collections import (  # noqa: F401
    test_import_search_export_and_delete,
    test_what_is_no_game_is_told,
)
