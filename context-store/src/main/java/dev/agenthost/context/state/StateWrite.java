package dev.agenthost.context.state;

/** What became of a write. */
public sealed interface StateWrite {
    /** @param changed false where there was nothing to delete; of a repetition, what the first one answered */
    record Written(boolean changed) implements StateWrite {}

    /** There is another value than was expected, or none, or one where none was. */
    record Stale() implements StateWrite {}

    /** The attempt is below its run's fence, or its run is not open. */
    record Fenced() implements StateWrite {}

    /** The scope has as many names as it may. Nothing was changed, and the operation may be tried again. */
    record TooManyKeys() implements StateWrite {}

    /** The scope's values would have more bytes together than they may. Nothing was changed, and the operation may be tried again. */
    record TooManyBytes() implements StateWrite {}

    /** JSON that the database cannot hold, for instance a number beyond all limits. */
    record Unfit() implements StateWrite {}
}
