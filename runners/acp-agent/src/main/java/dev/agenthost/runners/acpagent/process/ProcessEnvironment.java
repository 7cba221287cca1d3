package dev.agenthost.runners.acpagent.process;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * An agent's environment: the variables that every program needs, and those of its profile. The plugin's other variables are not
 * passed on.
 */
record ProcessEnvironment(Map<String, String> variables, SecretEnvironment secrets) {
    private static final List<String> USUAL = List.of(
            "PATH",
            "HOME",
            "USER",
            "LOGNAME",
            "SHELL",
            "LANG",
            "LANGUAGE",
            "TZ",
            "TMPDIR",
            "TERM",
            "SSL_CERT_FILE",
            "SSL_CERT_DIR",
            "NODE_EXTRA_CA_CERTS");

    ProcessEnvironment {
        variables = Map.copyOf(variables);
    }

    /** @param ours the variables of this process */
    static ProcessEnvironment of(AgentProfile profile, Map<String, String> ours) {
        Map<String, String> given = new LinkedHashMap<>();
        ours.forEach((name, value) -> {
            if (USUAL.contains(name) || name.startsWith("LC_")) {
                given.put(name, value);
            }
        });
        Map<String, String> own = new LinkedHashMap<>();
        profile.passEnvironment().forEach(name -> {
            String value = ours.get(name);
            if (value != null) {
                own.put(name, value);
            }
        });
        own.putAll(profile.environment());
        given.putAll(own);
        return new ProcessEnvironment(given, SecretEnvironment.of(own.values()));
    }
}
