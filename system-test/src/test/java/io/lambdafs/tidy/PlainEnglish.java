package io.lambdafs.tidy;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What no sentence of a page or of a comment does: run on, leave out the actor, or use a word that only this project knows. */
final class PlainEnglish {
    /** A writer aims at 25 words. No reader follows more than this. */
    static final int MAX_WORDS = 35;

    private static final Pattern WHOEVER = word("[Ww]hoever|[Ww]homever");

    /** Nobody whom "who" could refer to is named before it. A question may begin with it. */
    private static final Pattern WHO_FIRST =
            Pattern.compile("(?:^|[:;(—–] ?)[\"“(]*[Ww]ho\\b(?![^.!?]*\\?)", Pattern.UNICODE_CHARACTER_CLASS);

    /** Prepositions, and the verbs that documentation puts before a "who". A noun is not in this list. */
    private static final Pattern WHO_WITHOUT_NOUN =
            word("(?i:for|to|of|by|with|without|from|at|in|on|against|behind|between|among|than"
                    + "|as|like|about|after|before|under|over|per|through|but|that|if|when|because|so|while|where|whether|unless|until|nor"
                    + "|is|are|was|were|be|been|has|have|had|do|does|did|knows?|known|knew|tells?|told|says?|said|sees?|seen|saw|shows?|shown"
                    + "|asks?|asked|checks?|checked|decides?|decided|finds?|found|learns?|learned|lets?|makes?|made|gives?|given|gave|keeps?"
                    + "|kept|records?|remembers?|names?|named|helps?|serves?|reaches|refuses?|see|matters?|depends|only|also"
                    + "|not|just|exactly|even),? who");

    /** After a conjunction, "who" refers to the noun before an earlier "who" of the same sentence, if there is one. */
    private static final Pattern WHO_AFTER_CONJUNCTION = word("(?:[Aa]nd|[Oo]r),? who");

    private static final Pattern WHO = word("[Ww]ho");

    /** Words of its own for which the field has one: the word that a writer used, and the words to use. */
    private static final List<Ban> BANS = List.of(
            new Ban(word("[Ff]oresight"), "lock hints"),
            new Ban(word("[Ss]urroundings"), "dependencies, or the actor's name"),
            new Ban(word("[Cc]arriers?"), "coordinator"),
            new Ban(word("[Nn]oticings?"), "the event's name"),
            new Ban(word("[Ww]ish(?:es)?"), "request"),
            new Ban(word("(?<!at a )(?<!at first )[Gg]lances?"), "the read's name"),
            new Ban(word("[Aa] sight|[Tt]he sights?|Sights?"), "view or snapshot"),
            new Ban(
                    word("(?<=\\S )(?<![.:;!?] )(?:Told|Pace|Keeping|Places?)"),
                    "the thing's name in HDFS or in databases"));

    private PlainEnglish() {}

    /** What is wrong with this sentence, each with what to do; empty if nothing is. */
    static List<String> faults(Sentence sentence) {
        List<String> faults = new ArrayList<>();
        String text = sentence.text();
        if (sentence.words() > MAX_WORDS) {
            faults.add("has " + sentence.words() + " words, more than " + MAX_WORDS + ": make two sentences of it");
        }
        if (hasHeadlessWho(text)) {
            faults.add("has a \"who\" without a noun before it: name the actor, as in \"a client that\"");
        }
        for (Ban ban : BANS) {
            Matcher banned = ban.word().matcher(text);
            if (banned.find()) {
                faults.add("calls something \"" + banned.group() + "\": say " + ban.instead());
            }
        }
        return faults;
    }

    /** Whether it names no actor at all. */
    private static boolean saysWhoever(String text) {
        return WHOEVER.matcher(text).find();
    }

    private static boolean hasHeadlessWho(String text) {
        if (saysWhoever(text)
                || WHO_FIRST.matcher(text).find()
                || WHO_WITHOUT_NOUN.matcher(text).find()) {
            return true;
        }
        Matcher joined = WHO_AFTER_CONJUNCTION.matcher(text);
        return joined.find() && !WHO.matcher(text.substring(0, joined.start())).find();
    }

    private static Pattern word(String expression) {
        return Pattern.compile("(?<![\\p{L}\\p{N}-])(?:" + expression + ")(?![\\p{L}\\p{N}-])");
    }

    private record Ban(Pattern word, String instead) {}
}
