package dev.agenthost.context.state;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.context.common.StoredText;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.store.state.StateGrammar;

/** Limits of stored state: a name of 1 to 255 characters, a value of at most 256 KiB as UTF-8 JSON, no NUL anywhere. */
public final class StateLimits {
    /** Limit of a value, in bytes of its JSON. */
    public static final int VALUE_BYTES = 256 * 1024;

    /** Limit of the names of one scope: every run of it receives all of its values at its start. */
    public static final int SCOPE_KEYS = 1000;
    /** Limit of all values of one scope, in bytes of JSON as the database writes it. */
    public static final int SCOPE_BYTES = 4 * 1024 * 1024;

    private StateLimits() {}

    /** Result of checking a name or value. */
    public sealed interface Verdict {
        record Valid() implements Verdict {}

        record TooLarge(int bytes) implements Verdict {}

        record Invalid(String why) implements Verdict {}
    }

    /** Checks a name to read or delete: values may be older than {@link StateGrammar}. */
    public static Verdict ofName(String name) {
        if (name.isBlank() || name.length() > StateGrammar.NAME_LENGTH) {
            return new Verdict.Invalid("must have 1 to " + StateGrammar.NAME_LENGTH + " characters");
        }
        return StoredText.fits(name) ? new Verdict.Valid() : new Verdict.Invalid(StoredText.WHY);
    }

    /** Checks a name to set. */
    public static Verdict ofNewName(String name) {
        return StateGrammar.faultOfName(name).<Verdict>map(Verdict.Invalid::new).orElseGet(Verdict.Valid::new);
    }

    public static Verdict ofValue(JsonNode value) {
        int bytes = ProtocolCodec.encode(value).length;
        if (bytes > VALUE_BYTES) {
            return new Verdict.TooLarge(bytes);
        }
        return StoredText.fits(value) ? new Verdict.Valid() : new Verdict.Invalid(StoredText.WHY);
    }
}
