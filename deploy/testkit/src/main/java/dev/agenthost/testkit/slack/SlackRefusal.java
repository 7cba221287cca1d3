package dev.agenthost.testkit.slack;

/** An answer with {@code ok: false}. */
final class SlackRefusal extends RuntimeException {
    private static final long serialVersionUID = 1L;

    SlackRefusal(String error) {
        super(error, null, false, false);
    }

    String error() {
        return String.valueOf(getMessage());
    }
}
