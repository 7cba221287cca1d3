package dev.agenthost.binding.catalog;

import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import dev.agenthost.protocol.runner.KnownRunner;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Reads a record of {@code agent.runners}. */
public final class RunnerRecords {
    private RunnerRecords() {}

    /** The outcome of reading a record. */
    public sealed interface Reading {
        record Known(KnownRunner runner) implements Reading {}

        /** A runner without recent connections. */
        record Gone(String runnerId) implements Reading {}

        /**
         * An unreadable record.
         *
         * @param why the fault, without content of the record
         */
        record Garbage(String why) implements Reading {}
    }

    public static Reading read(byte @Nullable [] recordKey, byte @Nullable [] value) {
        if (recordKey == null) {
            return new Reading.Garbage("the record has no key");
        }
        String key = new String(recordKey, StandardCharsets.UTF_8);
        if (value == null) {
            return new Reading.Gone(key);
        }
        try {
            KnownRunner runner = ProtocolCodec.decode(value, KnownRunner.class);
            return runner.recordKey().equals(key)
                    ? new Reading.Known(runner)
                    : new Reading.Garbage("the record key differs from the id in the value");
        } catch (UndecodableException e) {
            return new Reading.Garbage(e.field() + " " + e.why());
        }
    }
}
