from tests.server.people.test_collections import (  # noqa: F401
    test_import_search_export_and_delete,
    test_positions_are_explored_and_searched,
    test_unreadable_games_are_reported,
)
