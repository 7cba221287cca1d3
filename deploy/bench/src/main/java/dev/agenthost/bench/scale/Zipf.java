package dev.agenthost.bench.scale;

import java.util.Arrays;
import java.util.random.RandomGenerator;

/** Ranks with the frequencies of words in a language: the word of rank r is about 1/r times as frequent as the first. */
final class Zipf {
    private static final double EXPONENT = 1.05;

    private final double[] upTo;

    /** @param ranks from 0 to one less than that */
    Zipf(int ranks) {
        upTo = new double[ranks];
        double sum = 0;
        for (int rank = 0; rank < ranks; rank++) {
            sum += 1 / Math.pow(rank + 1.0, EXPONENT);
            upTo[rank] = sum;
        }
    }

    int rank(RandomGenerator random) {
        int place = Arrays.binarySearch(upTo, random.nextDouble() * upTo[upTo.length - 1]);
        return Math.min(place < 0 ? -place - 1 : place, upTo.length - 1);
    }
}
