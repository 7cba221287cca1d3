package dev.agenthost.actiongraph.carrier;

import dev.agenthost.actiongraph.declaration.Declaration;
import dev.agenthost.actiongraph.validation.Violation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The one meaning of an output of a model. */
public sealed interface CarrierResult {
    /**
     * An answer for the person; nothing is executed.
     *
     * @param text Markdown; empty if the model ended its turn without a word
     * @param kind the carrier of the answer
     */
    record Answer(String text, AnswerKind kind) implements CarrierResult {}

    /** The carriers of an answer. */
    enum AnswerKind {
        /** Ordinary text. */
        TEXT,
        /** {@code kind: answer}. */
        ANSWER,
        /** {@code kind: done}. */
        DONE
    }

    /**
     * A valid declaration.
     *
     * @param declaration the normalised declaration
     * @param sections the Markdown sections of the output, by id
     * @param visibleNote a note for the person, to show at once; null if there is none
     * @param written the declaration for later requests: a block with its text as the model wrote it, another carrier as a normalised block;
     *     null if calls and inputs say it all
     * @param origin the carrier
     * @param warnings what was ignored
     */
    record Declared(
            Declaration declaration,
            Map<String, String> sections,
            @Nullable String visibleNote,
            @Nullable String written,
            CarrierOrigin origin,
            List<Violation> warnings)
            implements CarrierResult {
        public Declared {
            sections = Map.copyOf(sections);
            warnings = List.copyOf(warnings);
        }

        /** The same declaration with one more warning. */
        public Declared warned(Violation warning) {
            List<Violation> all = new ArrayList<>(warnings);
            all.add(warning);
            return new Declared(declaration, sections, visibleNote, written, origin, all);
        }

        /** The declaration as text: as {@link #written()}, or as a normalised block. */
        public String text() {
            return written == null ? DeclarationText.of(declaration) : written;
        }
    }

    /**
     * A broken carrier: nothing is executed, and the model is told why.
     *
     * @param errors all breaches, at least one
     */
    record ProtocolError(List<Violation> errors) implements CarrierResult {
        private static final int MOST_SHOWN = 20;

        public ProtocolError {
            errors = List.copyOf(errors);
        }

        /** The text for the model: at most {@value #MOST_SHOWN} errors, each on a line of its own. */
        public String message() {
            String shown =
                    errors.stream().limit(MOST_SHOWN).map(error -> "- " + error).collect(Collectors.joining("\n"));
            String more = errors.size() > MOST_SHOWN ? "\n- and " + (errors.size() - MOST_SHOWN) + " more" : "";
            return "Nothing was executed. The protocol output is not valid:\n" + shown + more
                    + "\nCorrect it and send the whole output again.";
        }
    }
}
