// Checks seals and proofs with the libraries of Go's checksum database, which share nothing with ours.
// Reads JSON from standard input, and says of each check in a line what is wrong, or "ok".
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

type inclusion struct {
	Note  string
	Leaf  string
	Index int64
	Proof []string
}

type consistency struct {
	From, To string
	Proof    []string
}

type input struct {
	VerifierKey string
	Inclusions  []inclusion
	Consistency []consistency
}

func hashes(texts []string) (found []tlog.Hash, err error) {
	for _, text := range texts {
		hash, err := tlog.ParseHash(text)
		if err != nil {
			return nil, err
		}
		found = append(found, hash)
	}
	return found, nil
}

// The size and the root of a checkpoint whose signature is right.
func open(text string, known note.Verifiers) (size int64, root tlog.Hash, err error) {
	opened, err := note.Open([]byte(text), known)
	if err != nil {
		return 0, tlog.Hash{}, err
	}
	lines := strings.Split(opened.Text, "\n")
	if len(lines) != 4 || lines[0] != opened.Sigs[0].Name {
		return 0, tlog.Hash{}, fmt.Errorf("no checkpoint of %s: %q", opened.Sigs[0].Name, opened.Text)
	}
	if _, err = fmt.Sscan(lines[1], &size); err != nil {
		return 0, tlog.Hash{}, err
	}
	root, err = tlog.ParseHash(lines[2])
	return size, root, err
}

func checkInclusion(one inclusion, known note.Verifiers) error {
	size, root, err := open(one.Note, known)
	if err != nil {
		return err
	}
	proof, err := hashes(one.Proof)
	if err != nil {
		return err
	}
	return tlog.CheckRecord(proof, size, root, one.Index, tlog.RecordHash([]byte(one.Leaf)))
}

func checkConsistency(one consistency, known note.Verifiers) error {
	from, before, err := open(one.From, known)
	if err != nil {
		return err
	}
	to, after, err := open(one.To, known)
	if err != nil {
		return err
	}
	proof, err := hashes(one.Proof)
	if err != nil {
		return err
	}
	return tlog.CheckTree(proof, to, after, from, before)
}

func say(err error) {
	if err == nil {
		fmt.Println("ok")
	} else {
		fmt.Println(err)
	}
}

func main() {
	var given input
	if err := json.NewDecoder(os.Stdin).Decode(&given); err != nil {
		panic(err)
	}
	verifier, err := note.NewVerifier(given.VerifierKey)
	if err != nil {
		panic(err)
	}
	known := note.VerifierList(verifier)
	for _, one := range given.Inclusions {
		say(checkInclusion(one, known))
	}
	for _, one := range given.Consistency {
		say(checkConsistency(one, known))
	}
}
