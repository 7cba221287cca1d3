package dev.agenthost.orchestrator.tool.mcp;

import dev.agenthost.orchestrator.tool.StdioCommands;
import dev.agenthost.orchestrator.tool.mcp.McpException.Kind;
import dev.agenthost.platform.security.SecretRedactor;
import dev.agenthost.platform.security.Secrets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** The programs of this replica's MCP servers: a limited number at once, and only those that the operator lists. */
public final class StdioPrograms {
    private final StdioCommands commands;
    private final Secrets secrets;
    private final int most;
    private final int mostOfOne;
    /** The workspace of each session. */
    private final Map<StdioMcpSession, String> running = new ConcurrentHashMap<>();

    /**
     * @param most the most concurrent programs
     * @param mostOfOne the most concurrent programs of one workspace
     */
    public StdioPrograms(StdioCommands commands, Secrets secrets, int most, int mostOfOne) {
        this.commands = commands;
        this.secrets = secrets;
        this.most = most;
        this.mostOfOne = mostOfOne;
    }

    /** @throws McpException if the program may not be started now */
    public McpSession dial(String workspaceId, String name, Consumer<String> onNotification) {
        StdioCommands.Command command = commands.find(workspaceId, name)
                .orElseThrow(() -> new McpException(
                        Kind.MISCONFIGURED, "The operator lists no command " + name + " for this workspace"));
        Map<String, String> environment = new HashMap<>(command.environment());
        List<String> sentSecrets = new ArrayList<>();
        command.secrets().forEach((variable, reference) -> {
            String secret = secrets.of(reference, workspaceId);
            if (secret == null) {
                throw new McpException(
                        Kind.MISCONFIGURED, "The secret " + reference + " of the command is not configured");
            }
            environment.put(variable, secret);
            sentSecrets.add(secret);
        });
        synchronized (running) {
            if (running.size() >= most) {
                throw new McpException(Kind.BUSY, "This host runs its maximum number of servers");
            }
            if (Collections.frequency(running.values(), workspaceId) >= mostOfOne) {
                throw new McpException(Kind.BUSY, "This workspace runs its maximum number of servers");
            }
            StdioMcpSession session = new StdioMcpSession(
                    command, environment, SecretRedactor.of(sentSecrets), onNotification, running::remove);
            running.put(session, workspaceId);
            session.start();
            return session;
        }
    }

    /** The number of running programs. */
    public int running() {
        return running.size();
    }

    /** Kills all programs: this process ends too. */
    public void close() {
        running.keySet().forEach(StdioMcpSession::kill);
    }
}
