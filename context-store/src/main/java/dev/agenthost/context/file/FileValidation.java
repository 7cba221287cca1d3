package dev.agenthost.context.file;

import dev.agenthost.protocol.error.FailureCode;
import org.jspecify.annotations.Nullable;

/** Result of checking a file before it is stored. */
public sealed interface FileValidation {
    record Valid(NewFile file) implements FileValidation {}

    /**
     * @param field null for the body
     * @param why a whole sentence; quotes nothing of the input
     */
    record Invalid(FailureCode code, @Nullable String field, String why) implements FileValidation {}
}
