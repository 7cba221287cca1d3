package dev.agenthost.bench.hostcalls;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.bench.testbed.WireFrames;
import java.util.UUID;

/** The data of a {@code run_agent} request in which only the text matters. */
final class BaselineRun {
    private static final String EVENT = "message.received";
    private static final String SOURCE = "api";

    private BaselineRun() {}

    static ObjectNode of(String text) {
        var context = WireFrames.object().put("run_id", UUID.randomUUID().toString());
        context.putObject("trigger").put("type", EVENT).put("source", SOURCE);
        context.putObject("event")
                .put("event_id", UUID.randomUUID().toString())
                .put("event_type", EVENT)
                .put("source", SOURCE);
        context.putObject("input").put("text", text);
        context.putObject("delivery").put("surface", SOURCE).put("supports_streaming", true);
        var data = WireFrames.object().put("runner_name", "default");
        data.set("context", context);
        return data;
    }
}
