package dev.agenthost.door.key.http;

import dev.agenthost.door.key.Admission;
import dev.agenthost.door.key.KeyRing;
import dev.agenthost.door.problem.http.BodyReaders;
import jakarta.inject.Singleton;
import org.jspecify.annotations.Nullable;

/** Whose bodies are read: of those with a good key. All others are refused by {@link ApiKeyFilter} before anything is read. */
@Singleton
class AdmittedReaders implements BodyReaders {
    private final KeyRing keys;

    AdmittedReaders(KeyRing keys) {
        this.keys = keys;
    }

    @Override
    public boolean admits(String path, @Nullable String authorization) {
        return path.startsWith("/internal/")
                ? keys.opensInternal(authorization)
                : keys.admit(authorization) instanceof Admission.Admitted;
    }
}
