package dev.agenthost.delivery.surface.telegram;

import dev.agenthost.delivery.surface.ArtifactReader;
import dev.agenthost.im.telegram.calls.BotApiCall;
import dev.agenthost.im.telegram.calls.CallOutcome;
import dev.agenthost.im.telegram.rendering.TelegramRenderer;
import dev.agenthost.platform.egress.http.HttpBody;
import dev.agenthost.protocol.store.artifact.ArtifactOwner;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

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
        String id = file.artifact().artifactId();
        return artifacts
                .read(reader, id, 0)
                .chain(answer -> switch (answer) {
                    case ArtifactReader.Answer.Gone() -> refused(GONE, "the artifact " + id + " does not exist");
                    case ArtifactReader.Answer.Piece(byte[] first, long size)
                    when size == 0 || size > TelegramRenderer.FILE_BYTES ->
                        refused(TOO_LARGE, "Telegram accepts no file of " + size + " bytes");
                    case ArtifactReader.Answer.Piece(byte[] first, long size) ->
                        bot.upload(call, file, content(reader, id, first, size), limit, maySend);
                })
                .onFailure()
                .recoverWithItem(failure -> new CallOutcome.NotSent("context-store does not answer", true));
    }

    private HttpBody.Pieces content(ArtifactOwner reader, String id, byte[] first, long size) {
        return new HttpBody.Pieces(size, new Supplier<>() {
            private long read;

            @Override
            public Uni<byte[]> get() {
                Uni<byte[]> piece = read == 0
                        ? Uni.createFrom().item(first)
                        : artifacts.read(reader, id, read).map(answer -> bytes(answer, size));
                return piece.invoke(bytes -> read += bytes.length);
            }
        });
    }

    /** Another size is another artifact with the same id. */
    private static byte[] bytes(ArtifactReader.Answer answer, long size) {
        if (answer instanceof ArtifactReader.Answer.Piece(byte[] bytes, long now) && now == size) {
            return bytes;
        }
        throw new IllegalStateException("the artifact changed while it was sent");
    }

    private static Uni<CallOutcome> refused(int code, String why) {
        return Uni.createFrom().item(new CallOutcome.Refused(code, why));
    }
}
