package dev.agenthost.platform.security;

import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import dev.agenthost.protocol.security.AccessKey;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Reads a record of {@code agent.keys}. */
public final class ApiKeyRecordReader {

    private ApiKeyRecordReader() {}

    /** The outcome of reading a record. */
    public sealed interface Reading {

        record Known(AccessKey key) implements Reading {}

        /**
         * An unreadable record.
         *
         * @param why names the fault, without content of the record
         */
        record Garbage(String why) implements Reading {}
    }

    public static Reading read(byte @Nullable [] recordKey, byte @Nullable [] value) {
        if (recordKey == null || value == null) {
            return new Reading.Garbage("the record has no key or no value");
        }
        try {
            AccessKey key = ProtocolCodec.decode(value, AccessKey.class);
            if (key.workspaceId().equals(ApiKey.HOST)) {
                return new Reading.Garbage("a host key must be configured in the settings");
            }
            return key.recordKey().equals(new String(recordKey, StandardCharsets.UTF_8))
                    ? new Reading.Known(key)
                    : new Reading.Garbage("the record key differs from the id in the value");
        } catch (UndecodableException e) {
            return new Reading.Garbage(e.field() + " " + e.why());
        }
    }
}
