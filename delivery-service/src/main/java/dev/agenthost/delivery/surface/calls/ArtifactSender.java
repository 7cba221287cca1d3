package dev.agenthost.delivery.surface.calls;

import dev.agenthost.delivery.surface.ArtifactPieces;
import dev.agenthost.delivery.surface.ArtifactReader;
import dev.agenthost.im.chat.calls.CallOutcome;
import dev.agenthost.protocol.store.artifact.ArtifactOwner;
import io.smallrye.mutiny.Uni;

/**
 * Sends the content of an artifact, which is read from context-store while it is sent: one piece is in memory.
 *
 * @param artifacts of context-store
 * @param platform its name in refusals
 * @param mostBytes largest file that the platform accepts; an empty one is accepted by none
 * @param gone code of the refusal of a file that does not exist any more
 * @param tooLarge code of the refusal of a file that is too large, or empty
 */
public record ArtifactSender(ArtifactReader artifacts, String platform, long mostBytes, int gone, int tooLarge) {

    /** Makes the calls that send a file. */
    @FunctionalInterface
    public interface PieceUpload {
        /**
         * Never fails: an error is an outcome.
         *
         * @param size in bytes
         * @param pieces in order; each is read once the one before it is written
         */
        Uni<CallOutcome> make(long size, ArtifactPieces pieces);
    }

    /**
     * Makes the calls of a file. A file that cannot be read, or is too large, is a refusal; an unavailable store is no effect.
     *
     * @param id of the artifact
     */
    public Uni<CallOutcome> send(ArtifactOwner reader, String id, PieceUpload upload) {
        return artifacts
                .read(reader, id, 0)
                .chain(answer -> switch (answer) {
                    case ArtifactReader.Answer.Gone() -> refused(gone, "the artifact " + id + " does not exist");
                    case ArtifactReader.Answer.Piece(byte[] first, long size)
                    when size == 0 || size > mostBytes ->
                        refused(tooLarge, platform + " accepts no file of " + size + " bytes");
                    case ArtifactReader.Answer.Piece(byte[] first, long size) ->
                        upload.make(size, new ArtifactPieces(artifacts, reader, id, first, size));
                })
                .onFailure()
                .recoverWithItem(failure -> new CallOutcome.NotSent("context-store does not answer", true));
    }

    private static Uni<CallOutcome> refused(int code, String why) {
        return Uni.createFrom().item(new CallOutcome.Refused(code, why));
    }
}
