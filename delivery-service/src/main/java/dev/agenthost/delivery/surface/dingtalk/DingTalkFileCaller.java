package dev.agenthost.delivery.surface.dingtalk;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.delivery.surface.ArtifactReader;
import dev.agenthost.delivery.surface.calls.ArtifactSender;
import dev.agenthost.im.chat.calls.CallOutcome;
import dev.agenthost.im.chat.calls.QueryOutcome;
import dev.agenthost.im.dingtalk.calls.DingTalkAnswer;
import dev.agenthost.im.dingtalk.calls.DingTalkCall;
import dev.agenthost.im.dingtalk.calls.DingTalkUpload;
import dev.agenthost.im.dingtalk.client.DingTalkApp;
import dev.agenthost.im.dingtalk.client.DingTalkClient;
import dev.agenthost.im.dingtalk.rendering.DingTalkFallback;
import dev.agenthost.platform.egress.http.HttpBody;
import dev.agenthost.protocol.store.artifact.ArtifactOwner;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/**
 * Uploads artifacts from context-store to DingTalk, then sends the messages that show them. An upload shows nothing; its message
 * has no key.
 *
 * @param limit for one upload
 */
public record DingTalkFileCaller(ArtifactReader artifacts, Duration limit) {

    /** Makes the calls. A file that cannot be read, or is too large, is a refusal; an unavailable store is no effect. */
    Uni<CallOutcome> make(
            DingTalkClient client,
            DingTalkApp app,
            DingTalkCall keyed,
            DingTalkUpload file,
            ArtifactOwner reader,
            BooleanSupplier maySend) {
        return new ArtifactSender(
                        artifacts,
                        "DingTalk",
                        DingTalkUpload.MOST_BYTES,
                        DingTalkFallback.GONE,
                        DingTalkFallback.TOO_LARGE)
                .send(reader, file.artifact().artifactId(), (size, pieces) -> client.upload(
                                app, file, new HttpBody.Pieces(size, pieces), limit)
                        .chain(uploaded -> send(client, app, keyed, file, uploaded, maySend)));
    }

    private static Uni<CallOutcome> send(
            DingTalkClient client,
            DingTalkApp app,
            DingTalkCall keyed,
            DingTalkUpload file,
            QueryOutcome uploaded,
            BooleanSupplier maySend) {
        return switch (uploaded) {
            case QueryOutcome.Answered(JsonNode upload) ->
                client.call(
                        app,
                        keyed.withMessage(
                                file.type().msgKey(), file.msgParam(String.valueOf(DingTalkAnswer.mediaId(upload)))),
                        maySend);
            case QueryOutcome.Unsuccessful why -> outcome(DingTalkAnswer.notMade(why));
        };
    }

    private static Uni<CallOutcome> outcome(CallOutcome outcome) {
        return Uni.createFrom().item(outcome);
    }
}
