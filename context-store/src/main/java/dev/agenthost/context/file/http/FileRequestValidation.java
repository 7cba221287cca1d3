package dev.agenthost.context.file.http;

import dev.agenthost.context.file.FilePosition;
import dev.agenthost.platform.rest.ProblemException;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.store.artifact.FileLimits;
import org.jspecify.annotations.Nullable;

/** Checks requests about files; each breach is a 400 that names the parameter. */
final class FileRequestValidation {
    private FileRequestValidation() {}

    static @Nullable FilePosition place(@Nullable String cursor) {
        return cursor == null ? null : FilePosition.parse(cursor).orElseThrow(() -> invalid("cursor", "is invalid"));
    }

    /** Checks a key; an invalid key is answered like an unknown one. */
    static String key(String text) {
        if (!FileLimits.isKey(text)) {
            throw notFound();
        }
        return text;
    }

    /** The error is the same for a file that never existed, was deleted, or belongs to another workspace. */
    static ProblemException notFound() {
        return new ProblemException(FailureCode.NOT_FOUND, "There is no such file.");
    }

    static ProblemException invalid(String field, String why) {
        return new ProblemException(FailureCode.INVALID_ARGUMENT, field + " " + why + ".", field);
    }
}
