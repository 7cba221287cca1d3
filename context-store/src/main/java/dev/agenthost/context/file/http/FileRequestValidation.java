package dev.agenthost.context.file.http;

import dev.agenthost.context.file.FilePosition;
import dev.agenthost.platform.rest.ProblemException;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.store.artifact.FileLimits;
import org.jspecify.annotations.Nullable;

/** What questions about files name; each breach is a 400 that names the parameter. */
final class FileRequestValidation {
    private FileRequestValidation() {}

    static @Nullable FilePosition place(@Nullable String cursor) {
        return cursor == null
                ? null
                : FilePosition.parse(cursor).orElseThrow(() -> invalid("cursor", "is none that was given"));
    }

    /** What is no key names nothing. */
    static String key(String text) {
        if (!FileLimits.isKey(text)) {
            throw notFound();
        }
        return text;
    }

    /** The same whether there never was one, it was deleted, or it is of another workspace. */
    static ProblemException notFound() {
        return new ProblemException(FailureCode.NOT_FOUND, "There is no such file.");
    }

    static ProblemException invalid(String field, String why) {
        return new ProblemException(FailureCode.INVALID_ARGUMENT, field + " " + why + ".", field);
    }
}
