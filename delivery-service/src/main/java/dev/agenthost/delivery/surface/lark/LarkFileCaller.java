package dev.agenthost.delivery.surface.lark;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.delivery.surface.ArtifactReader;
import dev.agenthost.delivery.surface.calls.ArtifactSender;
import dev.agenthost.im.chat.calls.CallOutcome;
import dev.agenthost.im.chat.calls.QueryOutcome;
import dev.agenthost.im.lark.calls.LarkAnswer;
import dev.agenthost.im.lark.calls.LarkCall;
import dev.agenthost.im.lark.calls.LarkUpload;
import dev.agenthost.im.lark.client.LarkApp;
import dev.agenthost.im.lark.client.LarkClient;
import dev.agenthost.im.lark.rendering.LarkFallback;
import dev.agenthost.platform.egress.http.HttpBody;
import dev.agenthost.protocol.store.artifact.ArtifactOwner;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/**
 * Uploads artifacts from context-store to Lark, then sends the messages that show them. An upload shows nothing and its message has a key,
 * so a repetition uploads again and shows once.
 *
 * @param limit for one upload
 */
public record LarkFileCaller(ArtifactReader artifacts, Duration limit) {

    /** Makes the calls. A file that cannot be read, or is too large, is a refusal; an unavailable store is no effect. */
    Uni<CallOutcome> make(
            LarkClient client,
            LarkApp app,
            LarkCall keyed,
            LarkUpload file,
            ArtifactOwner reader,
            BooleanSupplier maySend) {
        return new ArtifactSender(artifacts, "Lark", file.type().mostBytes(), LarkFallback.GONE, LarkFallback.TOO_LARGE)
                .send(reader, file.artifact().artifactId(), (size, pieces) -> client.upload(
                                app, file, new HttpBody.Pieces(size, pieces), limit)
                        .chain(uploaded -> send(client, app, keyed, file, uploaded, maySend)));
    }

    private static Uni<CallOutcome> send(
            LarkClient client,
            LarkApp app,
            LarkCall keyed,
            LarkUpload file,
            QueryOutcome uploaded,
            BooleanSupplier maySend) {
        return switch (uploaded) {
            case QueryOutcome.Answered(JsonNode data) -> {
                String content = JsonNodeFactory.instance
                        .objectNode()
                        .put(file.keyName(), data.path(file.keyName()).asText())
                        .toString();
                yield client.call(app, keyed.withMessage(file.type().message(), content), maySend);
            }
            case QueryOutcome.Unsuccessful why -> outcome(LarkAnswer.notMade(why));
        };
    }

    private static Uni<CallOutcome> outcome(CallOutcome outcome) {
        return Uni.createFrom().item(outcome);
    }
}
