package dev.agenthost.context.intake;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.id.StreamPosition;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Progress of applying a run's results. A result that is not after the highest position is a repetition or of a superseded attempt; after
 * the end nothing follows.
 *
 * @param eventId the event that the run answers, once its start was read
 * @param messageFingerprints fingerprints of the current attempt's messages, to recognise a final message that only repeats one
 * @param pendingArtifacts references to artifacts of the current attempt that no message of it has carried yet
 */
public record AppliedResults(
        StreamPosition position,
        boolean ended,
        @Nullable String eventId,
        List<String> messageFingerprints,
        List<ObjectNode> pendingArtifacts) {
    /** The progress of a run without applied results. */
    public static final AppliedResults NONE =
            new AppliedResults(StreamPosition.NONE, false, null, List.of(), List.of());

    /**
     * Limits the remembered messages of an attempt: of an attempt with more, one may be stored twice. Also limits the artifacts that wait
     * for a message: at this number they become an entry of their own.
     */
    static final int REMEMBERED = 64;

    public AppliedResults {
        messageFingerprints = List.copyOf(messageFingerprints);
        pendingArtifacts = List.copyOf(pendingArtifacts);
    }

    boolean admits(StreamPosition next) {
        return !ended && next.isAfter(position);
    }

    /** Advances to the position; a later attempt starts with no messages and no artifacts. */
    AppliedResults at(StreamPosition next, boolean terminal) {
        boolean same = next.attempt() == position.attempt();
        return new AppliedResults(
                next, terminal, eventId, same ? messageFingerprints : List.of(), same ? pendingArtifacts : List.of());
    }

    AppliedResults answering(String event) {
        return new AppliedResults(position, ended, event, messageFingerprints, pendingArtifacts);
    }

    /** Adds a message, which carries the artifacts made until now. */
    AppliedResults withMessage(String fingerprint) {
        return new AppliedResults(position, ended, eventId, newest(messageFingerprints, fingerprint), List.of());
    }

    AppliedResults withArtifact(ObjectNode reference) {
        List<ObjectNode> more = new ArrayList<>(pendingArtifacts);
        more.add(reference);
        return new AppliedResults(position, ended, eventId, messageFingerprints, more);
    }

    boolean hasMaximumPendingArtifacts() {
        return pendingArtifacts.size() >= REMEMBERED;
    }

    AppliedResults withoutPendingArtifacts() {
        return new AppliedResults(position, ended, eventId, messageFingerprints, List.of());
    }

    private static <T> List<T> newest(List<T> before, T one) {
        List<T> more = new ArrayList<>(before);
        more.add(one);
        return more.subList(Math.max(0, more.size() - REMEMBERED), more.size());
    }
}
