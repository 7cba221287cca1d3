package dev.agenthost.delivery.surface.lark;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.delivery.surface.ArtifactPieces;
import dev.agenthost.delivery.surface.ArtifactReader;
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
        String id = file.artifact().artifactId();
        return artifacts
                .read(reader, id, 0)
                .chain(answer -> switch (answer) {
                    case ArtifactReader.Answer.Gone() ->
                        outcome(new CallOutcome.Refused(LarkFallback.GONE, "the artifact " + id + " does not exist"));
                    case ArtifactReader.Answer.Piece(byte[] first, long size)
                    when size == 0 || size > file.type().mostBytes() ->
                        outcome(new CallOutcome.Refused(
                                LarkFallback.TOO_LARGE, "Lark accepts no file of " + size + " bytes"));
                    case ArtifactReader.Answer.Piece(byte[] first, long size) -> {
                        HttpBody.Pieces content =
                                new HttpBody.Pieces(size, new ArtifactPieces(artifacts, reader, id, first, size));
                        yield client.upload(app, file, content, limit)
                                .chain(uploaded -> send(client, app, keyed, file, uploaded, maySend));
                    }
                })
                .onFailure()
                .recoverWithItem(failure -> new CallOutcome.NotSent("context-store does not answer", true));
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
