package dev.agenthost.delivery.surface.slack;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.delivery.surface.ArtifactReader;
import dev.agenthost.delivery.surface.calls.ArtifactSender;
import dev.agenthost.im.chat.calls.CallOutcome;
import dev.agenthost.im.chat.calls.QueryOutcome;
import dev.agenthost.im.slack.calls.SlackAnswer;
import dev.agenthost.im.slack.calls.SlackCall;
import dev.agenthost.im.slack.client.SlackApp;
import dev.agenthost.im.slack.client.SlackClient;
import dev.agenthost.im.slack.rendering.SlackFallback;
import dev.agenthost.platform.egress.http.HttpBody;
import dev.agenthost.protocol.delivery.OutboundArtifact;
import dev.agenthost.protocol.store.artifact.ArtifactOwner;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.Map;
import java.util.function.BooleanSupplier;

/**
 * Uploads artifacts from context-store to Slack, then shows them (https://docs.slack.dev/messaging/working-with-files). The upload shows
 * nothing.
 *
 * @param limit for one upload
 */
public record SlackFileCaller(ArtifactReader artifacts, Duration limit) {
    /** Largest file in bytes (https://docs.slack.dev/reference/methods/files.getUploadURLExternal). */
    private static final long MOST_BYTES = 1_000_000_000;

    private static final int TOO_LARGE = 413;

    /** Makes the calls. A file that cannot be read, or is too large, is a refusal; an unavailable store is no effect. */
    Uni<CallOutcome> make(
            SlackClient client,
            SlackApp app,
            SlackCall call,
            OutboundArtifact file,
            ArtifactOwner reader,
            BooleanSupplier maySend) {
        return new ArtifactSender(artifacts, "Slack", MOST_BYTES, SlackFallback.GONE, TOO_LARGE)
                .send(
                        reader,
                        file.artifactId(),
                        (size, pieces) -> upload(client, app, call, file, new HttpBody.Pieces(size, pieces), maySend));
    }

    private Uni<CallOutcome> upload(
            SlackClient client,
            SlackApp app,
            SlackCall call,
            OutboundArtifact file,
            HttpBody.Pieces content,
            BooleanSupplier maySend) {
        Map<String, String> parameters = Map.of("filename", name(file), "length", Long.toString(content.length()));
        return client.query(app, "files.getUploadURLExternal", parameters).chain(place -> switch (place) {
            case QueryOutcome.Answered(JsonNode answer) ->
                client.upload(answer.path("upload_url").asText(), content, limit)
                        .chain(uploaded -> switch (uploaded) {
                            case QueryOutcome.Answered done ->
                                show(
                                        client,
                                        app,
                                        call,
                                        file,
                                        answer.path("file_id").asText(),
                                        maySend);
                            case QueryOutcome.Unsuccessful why -> outcome(SlackAnswer.notMade(why));
                        });
            case QueryOutcome.Unsuccessful why -> outcome(SlackAnswer.notMade(why));
        });
    }

    private static Uni<CallOutcome> show(
            SlackClient client,
            SlackApp app,
            SlackCall call,
            OutboundArtifact file,
            String fileId,
            BooleanSupplier maySend) {
        ObjectNode body = call.parameters().deepCopy();
        body.putArray("files").addObject().put("id", fileId).put("title", name(file));
        return client.call(app, call.method(), body, maySend);
    }

    private static String name(OutboundArtifact file) {
        return file.name() == null ? file.artifactType() : file.name();
    }

    private static Uni<CallOutcome> outcome(CallOutcome outcome) {
        return Uni.createFrom().item(outcome);
    }
}
