package dev.agenthost.orchestrator.tool;

import dev.agenthost.orchestrator.wire.JsonText;
import dev.agenthost.protocol.error.InvalidFieldException;
import dev.agenthost.protocol.form.SecretReference;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** Validates the definition of a server. Each violation names its field. */
public final class McpServerRules {
    /** Never two underscores, nor one at the end: two underscores separate server and tool in a tool's name. */
    private static final Pattern ID = Pattern.compile("[A-Za-z0-9]+(?:[-_][A-Za-z0-9]+)*");

    private static final int LONGEST_ID = 32;
    private static final int LONGEST_URL = 2_000;
    private static final int LONGEST_TEXT = 2_000;
    private static final int MOST_HEADERS = 16;
    private static final Pattern HEADER = Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}");
    private static final Pattern SCHEME = Pattern.compile("[A-Za-z][A-Za-z0-9-]{0,31}");
    /** The headers that only the transport sets. */
    private static final Set<String> HOST_ONLY = Set.of(
            "accept",
            "connection",
            "content-length",
            "content-type",
            "host",
            "mcp-protocol-version",
            "mcp-session-id",
            "te",
            "trailer",
            "transfer-encoding",
            "upgrade",
            "user-agent");

    private McpServerRules() {}

    public static String id(String text) {
        if (text.length() > LONGEST_ID || !ID.matcher(text).matches()) {
            throw new InvalidFieldException(
                    "server_id", "must be up to " + LONGEST_ID + " letters and digits, separated by single - or _");
        }
        return text;
    }

    /**
     * Returns the server if it is valid.
     *
     * @throws InvalidFieldException for the first breach
     */
    public static McpServer check(McpServer server, StdioCommands commands) {
        id(server.serverId());
        String description = server.description();
        if (description != null && (description.length() > LONGEST_TEXT || !JsonText.isClean(description))) {
            throw new InvalidFieldException(
                    "description", "is longer than " + LONGEST_TEXT + " characters, or contains invalid characters");
        }
        switch (server.reach()) {
            case McpServer.Reach.Http http -> http(http);
            case McpServer.Reach.Stdio stdio -> {
                if (commands.find(server.workspaceId(), stdio.command()).isEmpty()) {
                    throw new InvalidFieldException(
                            "command", "must be a command that the operator lists for this workspace");
                }
            }
        }
        return server;
    }

    private static void http(McpServer.Reach.Http http) {
        url(http.url());
        if (http.headers().size() > MOST_HEADERS) {
            throw new InvalidFieldException("headers", "has more than " + MOST_HEADERS + " headers");
        }
        Set<String> names = new HashSet<>();
        for (int i = 0; i < http.headers().size(); i++) {
            header(http.headers().get(i), "headers[" + i + "]", names);
        }
    }

    private static void header(McpServer.Header header, String at, Set<String> names) {
        String name = header.name().toLowerCase(Locale.ROOT);
        if (!HEADER.matcher(name).matches()) {
            throw new InvalidFieldException(at + ".name", "must be the name of a header");
        }
        if (HOST_ONLY.contains(name)) {
            throw new InvalidFieldException(at + ".name", "is set by the host");
        }
        if (!names.add(name)) {
            throw new InvalidFieldException(at + ".name", "is a duplicate");
        }
        if (!SecretReference.isName(header.secretRef())) {
            throw new InvalidFieldException(at + ".secret_ref", "must be the name of a configured secret");
        }
        String scheme = header.scheme();
        if (scheme != null && !SCHEME.matcher(scheme).matches()) {
            throw new InvalidFieldException(at + ".scheme", "must be a scheme such as Bearer");
        }
    }

    private static void url(String text) {
        URI url;
        try {
            url = new URI(text);
        } catch (URISyntaxException e) {
            throw new InvalidFieldException("url", "must be a URL");
        }
        String scheme = url.getScheme() == null ? "" : url.getScheme().toLowerCase(Locale.ROOT);
        if (!scheme.equals("http") && !scheme.equals("https") || url.getHost() == null || text.length() > LONGEST_URL) {
            throw new InvalidFieldException("url", "must be an http or https URL with a host");
        }
        if (url.getPort() == 0 || url.getPort() > 65535) {
            throw new InvalidFieldException("url", "has an invalid port");
        }
        if (url.getRawUserInfo() != null) {
            throw new InvalidFieldException("url", "contains credentials: configure a secret and name it in headers");
        }
        if (url.getRawQuery() != null || url.getRawFragment() != null) {
            throw new InvalidFieldException("url", "has a query or a fragment");
        }
    }
}
