package dev.agenthost.delivery.stream.http;

import dev.agenthost.delivery.run.ResultProgress;
import dev.agenthost.delivery.surface.DeliveryState;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** The address of a run's transcript, for readers whose stream has expired. */
final class TranscriptLocation {

    private TranscriptLocation() {}

    /** Returns the transcript's path; null for a run of no conversation. */
    static @Nullable String address(ResultProgress run) {
        DeliveryState state = run.delivery();
        if (state.botId() == null || state.conversationId() == null) {
            return null;
        }
        String path = "/api/v1/workspaces/" + encode(run.key().workspaceId()) + "/bots/" + encode(state.botId())
                + "/conversations/" + encode(state.conversationId()) + "/transcript";
        return state.threadId() == null ? path : path + "?thread_id=" + encode(state.threadId());
    }

    private static String encode(String part) {
        return URLEncoder.encode(part, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
