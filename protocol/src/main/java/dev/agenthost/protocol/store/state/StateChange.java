package dev.agenthost.protocol.store.state;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.error.InvalidFieldException;
import org.jspecify.annotations.Nullable;

/**
 * One change of several that are made together. It sets the value of a key, or deletes it.
 *
 * @param value of a set, any JSON; null of a deletion
 * @param delete true of a deletion
 * @param ifMatch only if the value has this etag
 * @param ifAbsent of a set: only if no value exists
 */
public record StateChange(
        String key,
        @Nullable JsonNode value,
        @Nullable Boolean delete,
        @Nullable String ifMatch,
        @Nullable Boolean ifAbsent) {
    public StateChange {
        Fields.text(key, "key");
        if (Boolean.TRUE.equals(delete)) {
            if (value != null && !value.isNull()) {
                throw new InvalidFieldException("delete", "contradicts value");
            }
            if (Boolean.TRUE.equals(ifAbsent)) {
                throw new InvalidFieldException("if_absent", "is of a set");
            }
            value = null;
        } else {
            Fields.required(value, "value");
        }
        if (ifMatch != null) {
            Fields.text(ifMatch, "if_match");
            if (Boolean.TRUE.equals(ifAbsent)) {
                throw new InvalidFieldException("if_absent", "contradicts if_match");
            }
        }
    }

    /** Sets a value, whatever is stored. */
    public static StateChange set(String key, JsonNode value) {
        return new StateChange(key, value, null, null, null);
    }

    /** Deletes a value if there is one. */
    public static StateChange delete(String key) {
        return new StateChange(key, null, true, null, null);
    }

    /**
     * The same change, made only if the value is still the one that was read.
     *
     * @param etag of the value; null if there was none, which is for a set alone
     */
    public StateChange provided(@Nullable String etag) {
        return new StateChange(key, value, delete, etag, etag == null ? true : null);
    }

    /** Returns true if the change deletes the value. */
    public boolean isDeletion() {
        return Boolean.TRUE.equals(delete);
    }

    /** The same change of another key. */
    public StateChange of(String otherKey) {
        return new StateChange(otherKey, value, delete, ifMatch, ifAbsent);
    }
}
