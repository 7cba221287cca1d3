package dev.agenthost.walk.tenant;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.walk.box.FrontDoor;
import dev.agenthost.walk.box.WalkBox;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** The Host API calls of a runner about a conversation, with live or made-up ids. */
record HostApiRequest(String conversation, String event, String artifact, String run, String place, String eventPlace) {

    /** Calls with ids of a conversation of the target tenant that has messages and an artifact. */
    static HostApiRequest live(WalkBox walk, OpenRunRunner holder) throws Exception {
        String conversation = FrontDoor.fresh();
        var said = walk.door.say(OpenRunRunner.BOT, conversation, FrontDoor.fresh(), "[]");
        walk.awaitEnded(said.runId());
        walk.awaitEnded(walk.door
                .say(OpenRunRunner.BOT, conversation, FrontDoor.fresh(), "[]")
                .runId());
        String artifact =
                TargetTenant.given(walk, Map.of("bot_id", OpenRunRunner.BOT, "conversation_id", conversation));
        var asked = FrontDoor.JSON.createArrayNode();
        ask(asked, "history_page", object().put("limit", 1));
        ask(asked, "event_page", object().put("limit", 1));
        var pages = holder.asked(walk.door, conversation, asked);
        return new HostApiRequest(
                conversation,
                said.eventId(),
                artifact,
                said.runId(),
                pages.at("/0/served/next_cursor").asText(),
                pages.at("/1/served/next_cursor").asText());
    }

    /** Calls about the same conversation with made-up ids. */
    HostApiRequest madeUp(Random random) {
        return new HostApiRequest(
                conversation,
                CrossTenantRequests.alike(event, random),
                CrossTenantRequests.alike(artifact, random),
                CrossTenantRequests.alike(run, random),
                CrossTenantRequests.alike(place, random),
                CrossTenantRequests.alike(eventPlace, random));
    }

    ArrayNode calls() {
        var calls = FrontDoor.JSON.createArrayNode();
        ask(calls, "event_get", object().put("event_id", event));
        ask(calls, "artifact_metadata", object().put("artifact_id", artifact));
        ask(calls, "artifact_read", object().put("artifact_id", artifact));
        ask(
                calls,
                "artifact_read",
                object().put("artifact_id", artifact).put("offset", 1).put("limit", 1));
        ask(calls, "history_page", object().put("before_cursor", place));
        ask(calls, "history_page", object().put("after_cursor", place).put("direction", "forward"));
        ask(calls, "event_page", object().put("before_cursor", eventPlace));
        ask(calls, "run_get", object().put("target_run_id", run));
        ask(calls, "run_events_page", object().put("target_run_id", run));
        ask(calls, "run_cancel", object().put("target_run_id", run));
        return calls;
    }

    /** An answer with the requested ids replaced by a placeholder. */
    String without(String answer) {
        String plain = answer;
        for (String id : List.of(event, artifact, run, place, eventPlace)) {
            plain = plain.replace(id, "<thing>");
        }
        return plain;
    }

    private static void ask(ArrayNode calls, String action, ObjectNode data) {
        calls.addObject().put("action", action).set("data", data);
    }

    private static ObjectNode object() {
        return FrontDoor.JSON.createObjectNode();
    }
}
