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
 * @param messages fingerprints of the messages of all attempts, to recognise one that only repeats another
 * @param pendingArtifacts references to artifacts of the current attempt that no message of it has carried yet
 */
public record AppliedResults(
        StreamPosition position,
        boolean ended,
        @Nullable String eventId,
        MessageFingerprints messages,
        List<ObjectNode> pendingArtifacts) {
    /** The progress of a run without applied results. */
    public static final AppliedResults NONE =
            new AppliedResults(StreamPosition.NONE, false, null, MessageFingerprints.NONE, List.of());

    /** Limits the artifacts that wait for a message: at this number they become an entry of their own. */
    static final int PENDING_ARTIFACTS = 64;

    public AppliedResults {
        pendingArtifacts = List.copyOf(pendingArtifacts);
    }

    boolean admits(StreamPosition next) {
        return !ended && next.isAfter(position);
    }

    /** Advances to the position; a later attempt starts with no artifacts, and with the messages of the earlier ones. */
    AppliedResults at(StreamPosition next, boolean terminal) {
        boolean same = next.attempt() == position.attempt();
        return new AppliedResults(
                next,
                terminal,
                eventId,
                same ? messages : messages.startAttempt(),
                same ? pendingArtifacts : List.of());
    }

    AppliedResults answering(String event) {
        return new AppliedResults(position, ended, event, messages, pendingArtifacts);
    }

    /** Adds or repeats a message, which carries the artifacts made until now. */
    AppliedResults withMessage(String fingerprint) {
        return new AppliedResults(position, ended, eventId, messages.with(fingerprint), List.of());
    }

    AppliedResults withArtifact(ObjectNode reference) {
        List<ObjectNode> more = new ArrayList<>(pendingArtifacts);
        more.add(reference);
        return new AppliedResults(position, ended, eventId, messages, more);
    }

    boolean hasMaximumPendingArtifacts() {
        return pendingArtifacts.size() >= PENDING_ARTIFACTS;
    }

    AppliedResults withoutPendingArtifacts() {
        return new AppliedResults(position, ended, eventId, messages, List.of());
    }
}
