package dev.agenthost.orchestrator.tool.http;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.door.problem.Problem;
import dev.agenthost.door.problem.ProblemException;
import dev.agenthost.orchestrator.tool.server.McpServer;
import dev.agenthost.orchestrator.tool.server.McpServerDocument;
import dev.agenthost.orchestrator.tool.server.McpServerRules;
import dev.agenthost.orchestrator.tool.server.StdioCommands;
import dev.agenthost.protocol.failure.FailureCode;
import dev.agenthost.protocol.field.InvalidFieldException;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What people send about MCP servers, and what they are told where it is none. */
final class McpServerBodies {
    private static final Pattern TAG = Pattern.compile("\"(\\d{1,9})\"");

    private McpServerBodies() {}

    /** The server of a body; what nobody understands is refused, so that a mistyped field is not silently its default. */
    static McpServerDocument read(byte[] body) {
        try {
            McpServerDocument read = ProtocolCodec.decode(body, McpServerDocument.class);
            unknown(ProtocolCodec.readTree(body), ProtocolCodec.tree(read), "").ifPresent(field -> {
                throw invalid(field, "is no field here");
            });
            return read;
        } catch (UndecodableException e) {
            throw e.field().equals(UndecodableException.ROOT)
                    ? new ProblemException(FailureCode.INVALID_ARGUMENT, "The body " + e.why() + ".")
                    : invalid(e.field(), e.why());
        }
    }

    static McpServer checked(McpServerDocument document, String id, String workspaceId, StdioCommands commands) {
        try {
            return McpServerRules.check(document.server(id, workspaceId), commands);
        } catch (InvalidFieldException e) {
            throw invalid(e.field(), e.why());
        }
    }

    /** @return empty for {@code *} */
    static Optional<Integer> expected(@Nullable String ifMatch) {
        if (ifMatch == null) {
            throw new ProblemException(
                    Problem.withStatus(
                            428,
                            FailureCode.PRECONDITION_FAILED,
                            "Send If-Match with the ETag of what you read, or with * to replace whatever is there.",
                            null),
                    null);
        }
        if (ifMatch.strip().equals("*")) {
            return Optional.empty();
        }
        Matcher tag = TAG.matcher(ifMatch.strip());
        if (!tag.matches()) {
            throw stale("The If-Match is no ETag of ours.");
        }
        return Optional.of(Integer.parseInt(tag.group(1)));
    }

    static int limit(@Nullable String text) {
        if (text == null) {
            return 50;
        }
        if (!text.matches("\\d{1,3}") || Integer.parseInt(text) < 1 || Integer.parseInt(text) > 100) {
            throw invalid("limit", "is not within 1 and 100");
        }
        return Integer.parseInt(text);
    }

    static @Nullable String cursor(@Nullable String text) {
        try {
            return text == null ? null : McpServerRules.id(text);
        } catch (InvalidFieldException e) {
            throw invalid("cursor", "is none that was given");
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

    static ProblemException stale(String detail) {
        return new ProblemException(FailureCode.PRECONDITION_FAILED, detail);
    }

    static ProblemException invalid(String field, String why) {
        return new ProblemException(FailureCode.INVALID_ARGUMENT, field + " " + why + ".", field);
    }

    private static Optional<String> unknown(JsonNode given, JsonNode understood, String path) {
        for (Map.Entry<String, JsonNode> field : given.properties()) {
            if (field.getValue().isNull()) {
                continue;
            }
            String at = path.isEmpty() ? field.getKey() : path + "." + field.getKey();
            JsonNode read = understood.get(field.getKey());
            Optional<String> unknown = read == null ? Optional.of(at) : unknown(field.getValue(), read, at);
            if (unknown.isPresent()) {
                return unknown;
            }
        }
        for (int i = 0; given.isArray() && i < given.size(); i++) {
            Optional<String> unknown = unknown(given.get(i), understood.path(i), path + "[" + i + "]");
            if (unknown.isPresent()) {
                return unknown;
            }
        }
        return Optional.empty();
    }
}
