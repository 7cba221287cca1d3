package dev.agenthost.orchestrator.runtime;

import dev.agenthost.orchestrator.wire.SdkGeneration;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The configuration of a runtime. An error names the setting and never a token.
 *
 * @param url {@code ws} or {@code wss}; the runtime ignores the path
 * @param workspace the only workspace that the runtime serves
 * @param controlToken the token that the runtime requires of its host; may be absent
 * @param plugins the plugins that may run there: {@code author/name}, {@code author/*} or {@code *}
 */
public record RuntimeSettings(
        String name,
        URI url,
        String workspace,
        @Nullable String controlToken,
        SdkGeneration generation,
        WorkerPolicy policy,
        String profile,
        Set<String> plugins) {
    /** The only profile in which a runtime starts the plugins of its own folder. */
    public static final String OSS_DEV = "oss_dev";

    private static final int SHORTEST_TOKEN = 32;

    public RuntimeSettings {
        plugins = Set.copyOf(plugins);
        if (name.isBlank() || name.length() > 100) {
            throw new IllegalArgumentException("agenthost.runtimes: a runtime needs a name of at most 100 characters");
        }
        check(url.getHost() != null, name, "url: names no host");
        check(
                "ws".equalsIgnoreCase(url.getScheme()) || "wss".equalsIgnoreCase(url.getScheme()),
                name,
                "url: must begin with ws:// or wss://");
        check(
                url.getUserInfo() == null && url.getFragment() == null,
                name,
                "url: must not contain a user or a fragment");
        check(url.getPort() <= 65_535 && url.getPort() != 0, name, "url: has no possible port");
        check(!workspace.isBlank() && !workspace.equals("*"), name, "workspace: must be one workspace");
        check(
                controlToken == null || isToken(controlToken),
                name,
                "control-token: must have at least " + SHORTEST_TOKEN + "  characters without blanks");
        check(profile.equals(OSS_DEV), name, "profile: must be " + OSS_DEV);
        check(!plugins.isEmpty(), name, "plugins: must name a plugin, or *");
        for (String plugin : plugins) {
            check(
                    plugin.equals("*") || plugin.matches("[^/*\\s][^/*]*/(\\*|[^/*]*[^/*\\s])"),
                    name,
                    "plugins: must be author/name, author/* or *");
        }
    }

    /** Parses the settings; an {@link IllegalArgumentException} names the invalid one. */
    public static URI url(String name, String text) {
        try {
            return new URI(text.strip());
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException(setting(name, "url: is no address"));
        }
    }

    /** Parses the generation as {@link #url} parses the address. */
    public static SdkGeneration generation(String name, String text) {
        return switch (text.strip().toLowerCase(Locale.ROOT)) {
            case "later", "0.5" -> SdkGeneration.LATER;
            case "0.4" -> SdkGeneration.V0_4;
            case "specification" -> SdkGeneration.SPECIFICATION;
            default ->
                throw new IllegalArgumentException(setting(name, "generation: must be later, 0.4 or specification"));
        };
    }

    /** Returns a message about a setting of the runtime. */
    public static String setting(String name, String field) {
        return "agenthost.runtimes.\"" + name + "\"." + field;
    }

    private static void check(boolean right, String name, String what) {
        if (!right) {
            throw new IllegalArgumentException(setting(name, what));
        }
    }

    private static boolean isToken(String text) {
        return text.length() >= SHORTEST_TOKEN && text.chars().noneMatch(c -> c <= ' ' || c >= 0x7f);
    }

    public boolean allows(String author, String plugin) {
        return plugins.contains("*") || plugins.contains(author + "/*") || plugins.contains(author + "/" + plugin);
    }

    /** Returns the runtime for logs, without the token. */
    @Override
    public String toString() {
        return "runtime " + name;
    }
}
