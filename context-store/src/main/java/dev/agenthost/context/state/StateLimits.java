package dev.agenthost.context.state;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.context.common.StoredText;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.store.state.StateGrammar;

/** What may be stored: a name of 1 to 255 characters, a value of at most 256 KiB as UTF-8 JSON, nowhere a NUL. */
public final class StateLimits {
    /** Of a value, in bytes of its JSON. */
    public static final int VALUE_BYTES = 256 * 1024;

    /** Of one scope: every run that has it is told all of its values at its start. */
    public static final int SCOPE_KEYS = 1000;
    /** Of all values of one scope, in bytes of JSON as the database writes it. */
    public static final int SCOPE_BYTES = 4 * 1024 * 1024;

    private StateLimits() {}

    /** Whether a name or value may be stored. */
    public sealed interface Verdict {
        record Fine() implements Verdict {}

        record TooLarge(int bytes) implements Verdict {}

        record Unfit(String why) implements Verdict {}
    }

    /** Of what is read or deleted: there may be values of before there was a {@link StateGrammar}. */
    public static Verdict ofName(String name) {
        if (name.isBlank() || name.length() > StateGrammar.NAME_LENGTH) {
            return new Verdict.Unfit("must have 1 to " + StateGrammar.NAME_LENGTH + " characters");
        }
        return StoredText.fits(name) ? new Verdict.Fine() : new Verdict.Unfit(StoredText.WHY);
    }

    /** Of what is set. */
    public static Verdict ofNewName(String name) {
        return StateGrammar.faultOfName(name).<Verdict>map(Verdict.Unfit::new).orElseGet(Verdict.Fine::new);
    }

    public static Verdict ofValue(JsonNode value) {
        int bytes = ProtocolCodec.encode(value).length;
        if (bytes > VALUE_BYTES) {
            return new Verdict.TooLarge(bytes);
        }
        return StoredText.fits(value) ? new Verdict.Fine() : new Verdict.Unfit(StoredText.WHY);
    }
}
