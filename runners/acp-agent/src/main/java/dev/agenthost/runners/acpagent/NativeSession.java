package dev.agenthost.runners.acpagent;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.runners.acpagent.process.AgentProcess;
import dev.agenthost.runners.acpagent.process.AgentProfile;
import dev.agenthost.runners.acpagent.rpc.AgentErrorResponseException;
import dev.agenthost.runners.acpagent.rpc.AgentFailedException;
import dev.agenthost.runners.acpagent.rpc.AgentFailedException.Code;
import dev.agenthost.runners.acpagent.rpc.JsonRpcConnection;
import dev.agenthost.sdk.harness.McpEndpoint;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A session of an agent, for one turn.
 *
 * <pre>
 *   initialize ──► session/resume or session/load, if there is an earlier session and the agent can
 *        └────────► session/new, also if that one is unavailable ──► session/prompt ──► (session/cancel)
 * </pre>
 */
final class NativeSession {
    private static final System.Logger LOG = System.getLogger(NativeSession.class.getName());
    private static final int PROTOCOL = 1;
    private static final int LONGEST_ID = 512;
    private static final Duration GRACE = Duration.ofSeconds(2);

    private final AgentProcess process;
    private final JsonRpcConnection dialogue;
    private final AgentRequestHandler side;
    private final Duration startWithin;
    private JsonNode able = ProtocolCodec.mapper().createObjectNode();
    private String sessionId = "";
    private boolean isNew;
    private boolean reopening;

    NativeSession(AgentProcess process, AgentProfile profile, AgentRequestHandler side) {
        this.process = process;
        this.side = side;
        this.dialogue = new JsonRpcConnection(process.link(), side);
        this.startWithin = profile.startWithin();
    }

    /**
     * Begins a session, or resumes that of the conversation.
     *
     * @param before the session that this folder had
     */
    void open(Path directory, @Nullable McpEndpoint mcp, Optional<String> before)
            throws AgentFailedException, AgentErrorResponseException, InterruptedException {
        ObjectNode hello = object().put("protocolVersion", PROTOCOL);
        ObjectNode client = hello.putObject("clientCapabilities");
        client.putObject("fs").put("readTextFile", false).put("writeTextFile", false);
        client.put("terminal", false);
        hello.putObject("clientInfo").put("name", "agenthost-acp-agent").put("version", "0.1.0");
        JsonNode answer = dialogue.call("initialize", hello, startWithin, Code.START_TIMEOUT);
        if (answer.path("protocolVersion").asInt(-1) != PROTOCOL) {
            throw new AgentFailedException(
                    Code.PROTOCOL, "the agent does not support version 1 of the Agent Client Protocol");
        }
        able = answer.path("agentCapabilities");
        process.isTold();
        ObjectNode where = object().put("cwd", directory.toString());
        where.set("mcpServers", servers(mcp));
        if (before.isEmpty() || !reopened(before.get(), where)) {
            JsonNode made = dialogue.call("session/new", where, startWithin, Code.START_TIMEOUT);
            sessionId = made.path("sessionId").asText("");
            isNew = true;
        }
        if (sessionId.isBlank() || sessionId.length() > LONGEST_ID) {
            throw new AgentFailedException(Code.PROTOCOL, "the agent returned an invalid session id");
        }
        side.begin(sessionId);
    }

    /** Returns true if a later turn can resume the session. */
    boolean isKept() {
        return canResume() || canLoad();
    }

    /** Returns true if reopening an earlier session began and did not finish. */
    boolean failedToReopen() {
        return reopening;
    }

    boolean isNew() {
        return isNew;
    }

    boolean seesImages() {
        return able.at("/promptCapabilities/image").asBoolean();
    }

    String id() {
        return sessionId;
    }

    JsonNode prompt(ArrayNode blocks, Duration within)
            throws AgentFailedException, AgentErrorResponseException, InterruptedException {
        ObjectNode params = object().put("sessionId", sessionId);
        params.set("prompt", blocks);
        return dialogue.call("session/prompt", params, within, Code.TIMEOUT);
    }

    /** Cancels the turn, and waits briefly for the agent to store its progress. Its further updates are ignored. */
    void cancel() {
        side.mute();
        if (sessionId.isEmpty()) {
            return;
        }
        boolean interrupted = Thread.interrupted();
        try {
            dialogue.sendNotification("session/cancel", object().put("sessionId", sessionId));
            dialogue.answerOfLast(GRACE, Code.TIMEOUT);
        } catch (AgentFailedException | AgentErrorResponseException over) {
            LOG.log(System.Logger.Level.DEBUG, "a cancelled turn ended: {0}", over.getMessage());
        } catch (InterruptedException e) {
            interrupted = true;
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Reopens a session: resuming repeats nothing, loading repeats all earlier updates, which are ignored. */
    private boolean reopened(String before, ObjectNode where) throws AgentFailedException, InterruptedException {
        String method = canResume() ? "session/resume" : canLoad() ? "session/load" : "";
        if (method.isEmpty()) {
            return false;
        }
        reopening = true;
        try {
            dialogue.call(method, where.deepCopy().put("sessionId", before), startWithin, Code.START_TIMEOUT);
            sessionId = before;
            reopening = false;
            return true;
        } catch (AgentErrorResponseException refusal) {
            reopening = false;
            if (refusal.isAuthentication()) {
                throw refusal.failure();
            }
            LOG.log(System.Logger.Level.INFO, "the earlier session cannot be resumed; a new one begins");
            return false;
        }
    }

    private boolean canResume() {
        return able.at("/sessionCapabilities/resume").isObject();
    }

    private boolean canLoad() {
        return able.path("loadSession").asBoolean();
    }

    private ArrayNode servers(@Nullable McpEndpoint mcp) {
        ArrayNode servers = ProtocolCodec.mapper().createArrayNode();
        if (mcp != null) {
            servers.add(McpServers.of(mcp, able.at("/mcpCapabilities/http").asBoolean()));
        }
        return servers;
    }

    private static ObjectNode object() {
        return ProtocolCodec.mapper().createObjectNode();
    }
}
