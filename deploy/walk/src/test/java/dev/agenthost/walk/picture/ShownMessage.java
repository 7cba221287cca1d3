package dev.agenthost.walk.picture;

import java.util.List;
import java.util.stream.Collectors;

/**
 * A message of a chat, as a platform shows it.
 *
 * @param place the thread, or the message that it replies to, in words; empty for none
 */
public record ShownMessage(Author author, String place, List<ShownBlock> blocks) {
    /** The author of a message. */
    public enum Author {
        PERSON,
        AGENT,
        /** A short text of the host that is no message of the chat. */
        NOTICE
    }

    public ShownMessage {
        blocks = List.copyOf(blocks);
    }

    /** A person writes in the chat. */
    public static ShownMessage ofPerson(String text) {
        return new ShownMessage(Author.PERSON, "", List.of(ShownBlock.Paragraph.plain(text)));
    }

    /** An agent's message outside of threads. */
    public static ShownMessage ofAgent(List<ShownBlock> blocks) {
        return new ShownMessage(Author.AGENT, "", blocks);
    }

    /** @param place where the person sees it, in words */
    public static ShownMessage notice(String place, String text) {
        return new ShownMessage(Author.NOTICE, place, List.of(ShownBlock.Paragraph.plain(text)));
    }

    /** The same message in that thread, or as that reply. */
    public ShownMessage at(String where) {
        return new ShownMessage(author, where, blocks);
    }

    /** Returns its words, a line for each of its blocks. */
    public String text() {
        return blocks.stream().map(ShownBlock::text).collect(Collectors.joining("\n"));
    }

    /** Returns true if it has a button. */
    public boolean hasButtons() {
        return blocks.stream().anyMatch(ShownBlock.Buttons.class::isInstance);
    }

    /** The same message after the press of the button with that label. */
    public ShownMessage pressed(String label) {
        return new ShownMessage(
                author,
                place,
                blocks.stream()
                        .map(block -> block instanceof ShownBlock.Buttons row ? row.pressed(label) : block)
                        .toList());
    }
}
