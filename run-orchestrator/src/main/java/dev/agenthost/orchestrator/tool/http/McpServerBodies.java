package dev.agenthost.orchestrator.tool.http;

import dev.agenthost.door.body.http.Bodies;
import dev.agenthost.door.page.PageRequest;
import dev.agenthost.door.problem.Problem;
import dev.agenthost.door.problem.ProblemException;
import dev.agenthost.orchestrator.tool.server.McpServer;
import dev.agenthost.orchestrator.tool.server.McpServerDocument;
import dev.agenthost.orchestrator.tool.server.McpServerRules;
import dev.agenthost.orchestrator.tool.server.StdioCommands;
import dev.agenthost.protocol.failure.FailureCode;
import dev.agenthost.protocol.field.InvalidFieldException;
import org.jspecify.annotations.Nullable;

/** What people send about MCP servers, and what they are told where it is none. */
final class McpServerBodies {
    private McpServerBodies() {}

    /** The server of a body; what nobody understands is refused, so that a mistyped field is not silently its default. */
    static McpServerDocument read(byte[] body) {
        return Bodies.read(body, McpServerDocument.class);
    }

    static McpServer checked(McpServerDocument document, String id, String workspaceId, StdioCommands commands) {
        return Bodies.checked(() -> McpServerRules.check(document.server(id, workspaceId), commands));
    }

    static PageRequest page(@Nullable String limit, @Nullable String cursor) {
        return Bodies.checked(() -> PageRequest.of(limit, cursor(cursor)));
    }

    private static @Nullable String cursor(@Nullable String text) {
        try {
            return text == null ? null : McpServerRules.id(text);
        } catch (InvalidFieldException e) {
            throw new InvalidFieldException("cursor", "is none that was given");
        }
    }

    /** The id of an address; what is none names nothing. */
    static String named(String id) {
        try {
            return McpServerRules.id(id);
        } catch (InvalidFieldException e) {
            throw missing();
        }
    }

    static ProblemException missing() {
        return new ProblemException(FailureCode.NOT_FOUND, "There is no such thing here.");
    }

    /** Somebody else's service does not do what it should: theirs to mend, and not a fault of this request. */
    static ProblemException away(String why) {
        return new ProblemException(Problem.withStatus(502, FailureCode.RUNTIME_ERROR, why + ".", null), null);
    }
}
