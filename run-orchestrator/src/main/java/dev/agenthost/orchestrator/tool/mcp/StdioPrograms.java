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
    /** With the workspace of each. */
    private final Map<StdioMcpSession, String> running = new ConcurrentHashMap<>();

    /**
     * @param most at once
     * @param mostOfOne of one workspace at once, so that none leaves the others without
     */
    public StdioPrograms(StdioCommands commands, Secrets secrets, int most, int mostOfOne) {
        this.commands = commands;
        this.secrets = secrets;
        this.most = most;
        this.mostOfOne = mostOfOne;
    }

    /** @throws McpException where it is none that may be started now */
    public McpSession dial(String workspaceId, String name, Consumer<String> noticed) {
        StdioCommands.Command command = commands.find(workspaceId, name)
                .orElseThrow(() -> new McpException(
                        Kind.MISCONFIGURED, "The operator lists no command " + name + " for this workspace"));
        Map<String, String> environment = new HashMap<>(command.environment());
        List<String> shown = new ArrayList<>();
        command.secrets().forEach((variable, reference) -> {
            String secret = secrets.of(reference, workspaceId);
            if (secret == null) {
                throw new McpException(
                        Kind.MISCONFIGURED, "The secret " + reference + " of the command is not configured");
            }
            environment.put(variable, secret);
            shown.add(secret);
        });
        synchronized (running) {
            if (running.size() >= most) {
                throw new McpException(Kind.BUSY, "This host runs as many servers as it may");
            }
            if (Collections.frequency(running.values(), workspaceId) >= mostOfOne) {
                throw new McpException(Kind.BUSY, "This workspace runs as many servers as it may");
            }
            StdioMcpSession link =
                    new StdioMcpSession(command, environment, SecretRedactor.of(shown), noticed, running::remove);
            running.put(link, workspaceId);
            link.start();
            return link;
        }
    }

    /** The number of running programs. */
    public int running() {
        return running.size();
    }

    /** Ends them all at once: this process ends too. */
    public void close() {
        running.keySet().forEach(StdioMcpSession::kill);
    }
}
