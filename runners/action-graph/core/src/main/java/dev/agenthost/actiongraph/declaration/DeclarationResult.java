package dev.agenthost.actiongraph.declaration;

import dev.agenthost.actiongraph.validation.Violation;
import java.util.List;

/** The outcome of reading a declaration. */
public sealed interface DeclarationResult {
    /** The parts that were ignored, such as unknown members. */
    List<Violation> warnings();

    /** A declaration that may be executed. */
    record Valid(Declaration declaration, List<Violation> warnings) implements DeclarationResult {
        public Valid {
            warnings = List.copyOf(warnings);
        }
    }

    /**
     * No declaration: nothing of it is executed.
     *
     * @param errors all breaches, at least one
     */
    record Invalid(List<Violation> errors, List<Violation> warnings) implements DeclarationResult {
        public Invalid {
            errors = List.copyOf(errors);
            warnings = List.copyOf(warnings);
        }
    }
}
