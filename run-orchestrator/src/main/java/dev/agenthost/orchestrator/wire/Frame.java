package dev.agenthost.orchestrator.wire;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** One message of LangBot's plugin wire. A frame with {@code code} answers, a frame with {@code action} asks; nothing else counts. */
public sealed interface Frame {

    /**
     * The other side asks.
     *
     * @param seqId the other side's own number; says nothing about order or repetition
     * @param data an object, or whatever stood there instead; the action refuses what it cannot use
     * @param context the envelope beside the data, missing where there is none; who may be believed what it says is the arrangement's
     *     matter
     */
    record Request(long seqId, String action, JsonNode data, JsonNode context) implements Frame {}

    /**
     * The other side answers one of our requests; a stream answers it many times.
     *
     * @param code 0 is success; anything else ends the request, streaming or not
     * @param end the empty last frame of a stream
     */
    record Response(long seqId, int code, String message, JsonNode data, boolean end) implements Frame {
        public boolean failed() {
            return code != 0;
        }
    }

    /** Not a frame that is understood. The connection goes on; the run that it may have been for does not. */
    record Noise(Kind kind, @Nullable Long seqId, boolean isRequest) implements Frame {
        /** A frame of which nothing is known but what is wrong with it. */
        Noise(Kind kind) {
            this(kind, null, false);
        }

        public String why() {
            return kind.why;
        }
    }

    /** Reasons why a frame is not understood. */
    enum Kind {
        NOT_JSON("not JSON"),
        NOT_AN_OBJECT("not an object"),
        NO_SEQ_ID("no seq_id"),
        NO_CODE_OR_ACTION("neither code nor action"),
        BAD_CODE("code is not a number"),
        TOO_MANY_VALUES("more than " + FrameCodec.MOST_VALUES + " values"),
        UNFINISHED("a document of which the end is missing, or longer than 16 MiB"),
        /** An answer to no request that is open. The wire's rule is to ignore it. */
        UNKNOWN_SEQ_ID("an answer to no open request");

        private final String why;

        Kind(String why) {
            this.why = why;
        }

        /** True if ignoring the frame loses nothing. */
        public boolean isBenign() {
            return this == UNKNOWN_SEQ_ID;
        }

        /** Its name, for metrics. */
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Counts frames that are not understood, by what is wrong with them. */
    interface NoiseMeter {
        void count(Kind kind);
    }
}
