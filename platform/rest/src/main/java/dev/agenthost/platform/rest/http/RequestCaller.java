package dev.agenthost.platform.rest.http;

import dev.agenthost.platform.rest.ChangeContext;
import dev.agenthost.platform.rest.ProblemException;
import dev.agenthost.platform.security.AccessRight;
import dev.agenthost.platform.security.ApiKey;
import dev.agenthost.protocol.security.KeyRole;
import jakarta.enterprise.context.RequestScoped;
import java.time.Instant;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The caller of the current request. Set by {@link ApiKeyFilter}; inject it if the workspace matters. */
@RequestScoped
public class RequestCaller {

    private @Nullable ApiKey key;

    void enteredWith(ApiKey key) {
        this.key = key;
    }

    ApiKey key() {
        return required(key);
    }

    /** Returns true if the caller's key has the right. */
    public boolean may(AccessRight right) {
        return required(key).may(right);
    }

    /** Returns the workspace of the caller's key. */
    public String workspaceId() {
        return required(key).workspace();
    }

    /** Returns the display name of the key; two keys may share one. */
    public String keyName() {
        return required(key).name();
    }

    /** Returns the id of the key; safe to log and to audit. */
    public String keyId() {
        return required(key).keyId();
    }

    /** Returns a new change by this caller at the current time. */
    public ChangeContext change() {
        return new ChangeContext(UUID.randomUUID().toString(), keyId(), Instant.now());
    }

    public KeyRole role() {
        return required(key).role();
    }

    /** Returns true for the key of the installation, which belongs to no workspace. */
    public boolean isHost() {
        return required(key).isHost();
    }

    /** Returns the bots that the caller may act for; {@code *} for every bot. */
    public Set<String> speaksFor() {
        return required(key).speaksFor();
    }

    /**
     * Refuses a workspace that is not the caller's, with the response for an unknown object.
     *
     * @throws ProblemException 404 {@code not_found}
     */
    public void requireWorkspace(String workspace) {
        if (!workspaceId().equals(workspace)) {
            throw ProblemException.notFound();
        }
    }

    private static ApiKey required(@Nullable ApiKey value) {
        if (value == null) {
            throw new ProblemException(KeyProblems.NO_KEY, null);
        }
        return value;
    }
}
