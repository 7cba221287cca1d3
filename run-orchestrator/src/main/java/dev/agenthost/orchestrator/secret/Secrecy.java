package dev.agenthost.orchestrator.secret;

import java.util.Collection;
import java.util.List;

/** The secrets that a server was shown: a tool that repeats one does not tell it to a runner. */
public record Secrecy(List<String> secrets) {
    /** What is shorter is a word like any other. */
    private static final int SHORTEST = 6;

    public Secrecy {
        secrets = List.copyOf(secrets);
    }

    public static Secrecy of(Collection<String> secrets) {
        return new Secrecy(
                secrets.stream().filter(secret -> secret.length() >= SHORTEST).toList());
    }

    public String without(String text) {
        String clean = text;
        for (String secret : secrets) {
            clean = clean.replace(secret, "…");
        }
        return clean;
    }

    @Override
    public String toString() {
        return "Secrecy[" + secrets.size() + "]";
    }
}
