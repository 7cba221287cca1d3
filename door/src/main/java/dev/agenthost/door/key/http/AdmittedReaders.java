package dev.agenthost.door.key.http;

import dev.agenthost.door.key.Admission;
import dev.agenthost.door.key.KeyRing;
import dev.agenthost.door.problem.http.BodyReaders;
import jakarta.inject.Singleton;
import org.jspecify.annotations.Nullable;

/** Admits bodies of callers with a valid key. {@link ApiKeyFilter} refuses all others before their bodies are read. */
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
