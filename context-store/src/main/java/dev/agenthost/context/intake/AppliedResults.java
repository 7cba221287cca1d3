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
 * @param said fingerprints of the current attempt's messages, to recognise a final message that only repeats one
 * @param made references to artifacts of the current attempt that no message of it has carried yet
 */
public record AppliedResults(
        StreamPosition position, boolean ended, @Nullable String eventId, List<String> said, List<ObjectNode> made) {
    /** The progress of a run without applied results. */
    public static final AppliedResults NONE =
            new AppliedResults(StreamPosition.NONE, false, null, List.of(), List.of());

    /**
     * Limits the remembered messages of an attempt: of an attempt with more, one may be stored twice. Also limits the artifacts that wait
     * for a message: at this number they become an entry of their own.
     */
    static final int REMEMBERED = 64;

    public AppliedResults {
        said = List.copyOf(said);
        made = List.copyOf(made);
    }

    boolean admits(StreamPosition next) {
        return !ended && next.isAfter(position);
    }

    /** Advances to the position; a later attempt starts with no messages and no artifacts. */
    AppliedResults at(StreamPosition next, boolean terminal) {
        boolean same = next.attempt() == position.attempt();
        return new AppliedResults(next, terminal, eventId, same ? said : List.of(), same ? made : List.of());
    }

    AppliedResults answering(String event) {
        return new AppliedResults(position, ended, event, said, made);
    }

    /** Adds a message, which carries the artifacts made until now. */
    AppliedResults saying(String fingerprint) {
        return new AppliedResults(position, ended, eventId, newest(said, fingerprint), List.of());
    }

    AppliedResults making(ObjectNode reference) {
        List<ObjectNode> more = new ArrayList<>(made);
        more.add(reference);
        return new AppliedResults(position, ended, eventId, said, more);
    }

    boolean hasMadeEnough() {
        return made.size() >= REMEMBERED;
    }

    AppliedResults withNothingMade() {
        return new AppliedResults(position, ended, eventId, said, List.of());
    }

    private static <T> List<T> newest(List<T> before, T one) {
        List<T> more = new ArrayList<>(before);
        more.add(one);
        return more.subList(Math.max(0, more.size() - REMEMBERED), more.size());
    }
}
