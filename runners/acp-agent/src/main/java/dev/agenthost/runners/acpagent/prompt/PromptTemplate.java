package dev.agenthost.runners.acpagent.prompt;

/**
 * The text around a message.
 *
 * @param instructions sent once, at the beginning of a session
 * @param template for every message, which replaces {@code {message}}; blank for the message alone
 */
public record PromptTemplate(String instructions, String template) {
    private static final String MESSAGE = "{message}";

    public PromptTemplate {
        instructions = instructions.strip();
        template = template.contains(MESSAGE) ? template : MESSAGE;
    }

    String message(String text) {
        return template.replace(MESSAGE, text);
    }
}
