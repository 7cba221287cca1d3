package dev.agenthost.delivery.run;

import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import dev.agenthost.protocol.result.RunResults;
import dev.agenthost.protocol.topic.DeadLetterReason;
import dev.agenthost.protocol.topic.Topics;
import org.jspecify.annotations.Nullable;

/** Reads records of {@code agent.run-results}, for the progress of runs and for live streams. */
public final class ResultRecordDecoder {

    private ResultRecordDecoder() {}

    /** The outcome of reading a record. */
    public sealed interface Reading {
        /** A valid record. */
        record Read(RunResults results) implements Reading {}

        /** An invalid record; the detail repeats nothing of it. */
        record Unreadable(DeadLetterReason reason, String detail) implements Reading {}
    }

    /** Reads the bytes of a record. */
    public static Reading read(byte @Nullable [] value) {
        if (value == null) {
            return new Reading.Unreadable(DeadLetterReason.UNDECODABLE, "the record is empty");
        }
        if (value.length > Topics.MAX_RECORD_BYTES) {
            return new Reading.Unreadable(DeadLetterReason.TOO_LARGE, "the record is too large");
        }
        try {
            return new Reading.Read(ProtocolCodec.decode(value, RunResults.class));
        } catch (UndecodableException e) {
            return new Reading.Unreadable(DeadLetterReason.UNDECODABLE, e.field() + " " + e.why());
        }
    }
}
