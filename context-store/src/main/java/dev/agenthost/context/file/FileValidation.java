package dev.agenthost.context.file;

import dev.agenthost.protocol.error.FailureCode;
import org.jspecify.annotations.Nullable;

/** Whether what somebody gives may be kept. */
public sealed interface FileValidation {
    record Fit(NewFile file) implements FileValidation {}

    /**
     * @param field null where it is the body
     * @param why a whole sentence; quotes nothing of what came
     */
    record Unfit(FailureCode code, @Nullable String field, String why) implements FileValidation {}
}
