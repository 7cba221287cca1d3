package dev.agenthost.local.box;

/** PostgreSQL refuses to run as root; as root it is started in a user namespace, which some systems forbid. */
final class RootHint {
    private RootHint() {}

    static String text() {
        return "root".equals(System.getProperty("user.name"))
                ? "\nPostgreSQL does not run as root. The box gives it an unprivileged user through a user namespace"
                        + " (unshare -U); if this system forbids that, run the box as a normal user."
                : "";
    }
}
