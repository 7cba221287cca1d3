package dev.agenthost.delivery.surface.telegram;

import dev.agenthost.delivery.surface.ArtifactReader;
import dev.agenthost.delivery.surface.calls.ArtifactSender;
import dev.agenthost.im.chat.calls.CallOutcome;
import dev.agenthost.im.telegram.calls.BotApiCall;
import dev.agenthost.im.telegram.rendering.TelegramRenderer;
import dev.agenthost.platform.egress.http.HttpBody;
import dev.agenthost.protocol.store.artifact.ArtifactOwner;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/**
 * Uploads artifacts from context-store to Telegram. A piece is read once the piece before it is written, so an upload has one piece in
 * memory, whatever the size of the file.
 */
public final class ArtifactUpload {
    private static final int GONE = 410;
    private static final int TOO_LARGE = 413;

    private final ArtifactReader artifacts;
    private final Duration limit;

    /** @param limit for one upload */
    public ArtifactUpload(ArtifactReader artifacts, Duration limit) {
        this.artifacts = artifacts;
        this.limit = limit;
    }

    Duration limit() {
        return limit;
    }

    /** Makes a call with an upload. A file that cannot be read, or is too large, is a refusal; an unavailable store is no effect. */
    Uni<CallOutcome> make(
            BotCaller bot, BotApiCall call, BotApiCall.FileUpload file, ArtifactOwner reader, BooleanSupplier maySend) {
        return new ArtifactSender(artifacts, "Telegram", TelegramRenderer.FILE_BYTES, GONE, TOO_LARGE)
                .send(
                        reader,
                        file.artifact().artifactId(),
                        (size, pieces) -> bot.upload(call, file, new HttpBody.Pieces(size, pieces), limit, maySend));
    }
}
