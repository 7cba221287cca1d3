package dev.agenthost.door.key.http;

import dev.agenthost.door.problem.ProblemException;
import dev.agenthost.protocol.failure.FailureCode;
import jakarta.enterprise.context.RequestScoped;
import org.jspecify.annotations.Nullable;

/** Who asks, for as long as the request lasts. Set by {@link ApiKeyFilter}; inject it where the workspace matters. */
@RequestScoped
public class Caller {

    private @Nullable String keyName;
    private @Nullable String workspaceId;

    void enteredWith(String keyName, String workspaceId) {
        this.keyName = keyName;
        this.workspaceId = workspaceId;
    }

    /** The workspace that the caller's key opens. */
    public String workspaceId() {
        return required(workspaceId);
    }

    /** What the operator calls the key; safe to log and to audit. */
    public String keyName() {
        return required(keyName);
    }

    /**
     * Refuses a workspace that is not the caller's, with the answer of a thing that does not exist.
     *
     * @throws ProblemException 404 {@code not_found}
     */
    public void requireWorkspace(String workspace) {
        if (!workspaceId().equals(workspace)) {
            throw new ProblemException(FailureCode.NOT_FOUND, "There is no such thing here.", null);
        }
    }

    private static String required(@Nullable String value) {
        if (value == null) {
            throw new ProblemException(
                    FailureCode.UNAUTHORIZED, "An API key is needed: Authorization: Bearer <key>.", null);
        }
        return value;
    }
}
