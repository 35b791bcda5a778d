"""People at different processes of one database: who is online, challenges, mutes."""

import json

from gomoku.server.cluster import pubsub
from tests.server.cluster.test_cluster import pair  # noqa: F401
from tests.server.people.test_challenges import challenge, heard, reply
from tests.support.waiting import wait_until


def names_online(page):
    return [line["name"] for line in page.get("/api/people/online")["people"]]


def test_people_meet_across_processes(pair):  # noqa: F811
    with pair[0].page() as ann, pair[1].page() as bob:
        one, other = ann.keep_name(), bob.keep_name()
        wait_until(lambda: other in names_online(ann) and one in names_online(bob), what="they do not see each other")
        _, _, made = challenge(ann, other)
        assert heard(bob, "open")["id"] == made["id"]
        room = reply(bob, made["id"], True)[2]["room"]
        assert heard(ann, "accepted")["room"] == room
    with pair[0].page() as stranger:
        wait_until(lambda: not {one, other} & set(names_online(stranger)), what="they are still online")


def test_a_challenge_arrives_though_its_notification_is_lost(pair, monkeypatch):  # noqa: F811
    with pair[0].page() as ann, pair[1].page() as bob:
        ann.keep_name()
        other = bob.keep_name()
        publish = pubsub.RedisPubSub.publish
        lost = pubsub.VisitorNews
        monkeypatch.setattr(
            pubsub.RedisPubSub, "publish", lambda self, sent: isinstance(sent, lost) or publish(self, sent)
        )
        _, _, made = challenge(ann, other)
        assert heard(bob, "open")["id"] == made["id"]
        assert json.loads(bob.http("GET", "/api/challenges")[2])["challenges"][0]["id"] == made["id"]
