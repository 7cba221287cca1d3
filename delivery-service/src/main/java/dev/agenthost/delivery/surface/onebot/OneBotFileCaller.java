package dev.agenthost.delivery.surface.onebot;

import dev.agenthost.delivery.surface.ArtifactPieces;
import dev.agenthost.delivery.surface.ArtifactReader;
import dev.agenthost.im.chat.calls.CallOutcome;
import dev.agenthost.im.onebot.calls.OneBotCall;
import dev.agenthost.im.onebot.rendering.OneBotRenderer;
import dev.agenthost.protocol.delivery.OutboundArtifact;
import dev.agenthost.protocol.store.artifact.ArtifactOwner;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/**
 * Sends artifacts from context-store in calls of OneBot.
 *
 * @param limit for one call
 */
public record OneBotFileCaller(ArtifactReader artifacts, Duration limit) {
    static final int GONE = 410;
    private static final int TOO_LARGE = 413;

    /** Makes a call with a file. A file that cannot be read, or is too large, is a refusal; an unavailable store is no effect. */
    Uni<CallOutcome> make(
            OneBotApi api, OneBotCall call, OutboundArtifact file, ArtifactOwner reader, BooleanSupplier maySend) {
        String id = file.artifactId();
        return artifacts
                .read(reader, id, 0)
                .chain(answer -> switch (answer) {
                    case ArtifactReader.Answer.Gone() -> refused(GONE, "the artifact " + id + " does not exist");
                    case ArtifactReader.Answer.Piece(byte[] first, long size)
                    when size == 0 || size > OneBotRenderer.FILE_BYTES ->
                        refused(TOO_LARGE, "no file of " + size + " bytes is sent");
                    case ArtifactReader.Answer.Piece(byte[] first, long size) ->
                        api.client()
                                .upload(
                                        api.address(),
                                        call,
                                        size,
                                        new ArtifactPieces(artifacts, reader, id, first, size),
                                        limit,
                                        maySend);
                })
                .onFailure()
                .recoverWithItem(failure -> new CallOutcome.NotSent("context-store does not answer", true));
    }

    private static Uni<CallOutcome> refused(int code, String why) {
        return Uni.createFrom().item(new CallOutcome.Refused(code, why));
    }
}
