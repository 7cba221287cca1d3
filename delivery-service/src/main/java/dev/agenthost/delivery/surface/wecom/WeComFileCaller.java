package dev.agenthost.delivery.surface.wecom;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.delivery.surface.ArtifactReader;
import dev.agenthost.delivery.surface.calls.ArtifactSender;
import dev.agenthost.im.chat.calls.CallOutcome;
import dev.agenthost.im.chat.calls.QueryOutcome;
import dev.agenthost.im.wecom.calls.WeComAnswer;
import dev.agenthost.im.wecom.calls.WeComCall;
import dev.agenthost.im.wecom.calls.WeComUpload;
import dev.agenthost.im.wecom.client.WeComApp;
import dev.agenthost.im.wecom.client.WeComClient;
import dev.agenthost.im.wecom.rendering.WeComFallback;
import dev.agenthost.im.wecom.rendering.WeComFiles;
import dev.agenthost.platform.egress.http.HttpBody;
import dev.agenthost.protocol.store.artifact.ArtifactOwner;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/**
 * Uploads artifacts from context-store to WeCom, then sends the messages that show them. An upload shows nothing; its message has no key.
 *
 * @param limit for one upload
 */
public record WeComFileCaller(ArtifactReader artifacts, Duration limit) {

    /** Makes the calls. A file that cannot be read, or is too large, is a refusal; an unavailable store is no effect. */
    Uni<CallOutcome> make(
            WeComClient client,
            WeComApp app,
            WeComCall call,
            WeComUpload file,
            ArtifactOwner reader,
            BooleanSupplier maySend) {
        return new ArtifactSender(
                        artifacts, "WeCom", file.type().mostBytes(), WeComFallback.GONE, WeComFallback.TOO_LARGE)
                .send(reader, file.artifact().artifactId(), (size, pieces) -> client.upload(
                                app, file, new HttpBody.Pieces(size, pieces), limit)
                        .chain(uploaded -> send(client, app, call, file, uploaded, maySend)));
    }

    private static Uni<CallOutcome> send(
            WeComClient client,
            WeComApp app,
            WeComCall call,
            WeComUpload file,
            QueryOutcome uploaded,
            BooleanSupplier maySend) {
        return switch (uploaded) {
            case QueryOutcome.Answered(JsonNode upload) ->
                client.call(app, WeComFiles.uploaded(call, file, WeComAnswer.mediaId(upload)), maySend);
            case QueryOutcome.Unsuccessful why -> Uni.createFrom().item(WeComAnswer.notMade(why));
        };
    }
}
