package dev.agenthost.context.start;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.context.cursor.Place;
import dev.agenthost.protocol.store.state.StateScope;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What an attempt is told at its start. */
public sealed interface RunStart {
    /** The fence is raised to this attempt. */
    record Opened(
            Map<StateScope, Map<String, JsonNode>> state,
            @Nullable Counts counts) implements RunStart {}

    /** A later attempt began, or the run has ended: the attempt must not start. */
    record Superseded() implements RunStart {}

    /**
     * How far the conversation is.
     *
     * @param ownSeq of the run's own message in the transcript; null where it is not applied yet
     * @param hasHistoryBefore whether anything was said before it
     */
    record Counts(
            long eventSeq, long transcriptSeq, @Nullable Long ownSeq, boolean hasHistoryBefore) {
        /**
         * What is before it was said up to now, without the run's own message where that is the last: whether that message was
         * applied yet makes no difference. Null where nothing was said.
         */
        public @Nullable Place latest() {
            if (transcriptSeq == 0) {
                return null;
            }
            return ownSeq != null && ownSeq == transcriptSeq ? Place.at(ownSeq) : Place.behind(transcriptSeq);
        }
    }
}
