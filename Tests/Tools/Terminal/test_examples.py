"""Runs the examples of every command's help, which are also those of the manual page."""

import unittest

import test_documents


class Examples(test_documents.Runs, unittest.TestCase):
    pass


Examples.add(test_documents.HELP)
