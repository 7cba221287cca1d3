package dev.agenthost.protocol.id;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.agenthost.protocol.error.Fields;
import java.util.Optional;
import java.util.UUID;

/** The id of a run, made by {@link RunIds}; unique together with its workspace. */
public record RunId(UUID value) {
    public RunId {
        Fields.required(value, "run_id");
    }

    /** Reads the 36 characters of a UUID; anything else is an {@link IllegalArgumentException}. */
    @JsonCreator
    public static RunId parse(String text) {
        return new RunId(Uuids.parse(text, "run id"));
    }

    /** The same for what people and runners name; empty for what is no id. */
    public static Optional<RunId> read(String text) {
        try {
            return Optional.of(parse(text));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    @Override
    @JsonValue
    public String toString() {
        return value.toString();
    }
}
