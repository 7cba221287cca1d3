package dev.agenthost.orchestrator.wire;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A message of LangBot's plugin wire protocol: a response has a {@code code}, a request has an {@code action}. */
public sealed interface Frame {

    /**
     * A request of the peer.
     *
     * @param seqId the number of the peer; it does not identify order or repetitions
     * @param data an object, or another value, which the action refuses
     * @param context the envelope; missing if there is none. Only some arrangements trust it
     */
    record Request(long seqId, String action, JsonNode data, JsonNode context) implements Frame {}

    /**
     * A response of the peer to a request of the host; a streamed response has many frames.
     *
     * @param code 0 for success; any other code ends the request
     * @param end the empty last frame of a stream
     */
    record Response(long seqId, int code, String message, JsonNode data, boolean end) implements Frame {
        public boolean failed() {
            return code != 0;
        }
    }

    /** An invalid frame. The connection stays open; the run that the frame may belong to ends. */
    record Invalid(Kind kind, @Nullable Long seqId, boolean isRequest) implements Frame {
        /** Returns an invalid frame of unknown content. */
        Invalid(Kind kind) {
            this(kind, null, false);
        }

        public String why() {
            return kind.why;
        }
    }

    /** The reasons for an invalid frame. */
    enum Kind {
        NOT_JSON("not JSON"),
        NOT_AN_OBJECT("not an object"),
        NO_SEQ_ID("no seq_id"),
        NO_CODE_OR_ACTION("neither code nor action"),
        BAD_CODE("code is not a number"),
        TOO_MANY_VALUES("more than " + FrameCodec.MOST_VALUES + " values"),
        UNFINISHED("an incomplete document, or one longer than 16 MiB"),
        /** A response without an open request. The wire protocol ignores it. */
        UNKNOWN_SEQ_ID("a response without an open request");

        private final String why;

        Kind(String why) {
            this.why = why;
        }

        /** Returns true if the frame can be ignored without a loss. */
        public boolean isBenign() {
            return this == UNKNOWN_SEQ_ID;
        }

        /** Returns the label for metrics. */
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Counts invalid frames by reason. */
    interface InvalidFrameCounter {
        void count(Kind kind);
    }
}
